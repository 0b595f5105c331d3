package dev.kith.cli.completion;

import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Shells that complete what is typed, and how their script is made. */
public enum Shell {
    BASH {
        @Override
        public String script(CommandLine root) {
            return AutoComplete.bash(root.getCommandName(), root);
        }
    },
    /** Runs scripts for bash, once it has been asked to. */
    ZSH {
        @Override
        public String script(CommandLine root) {
            return "autoload -U +X bashcompinit && bashcompinit\n" + BASH.script(root);
        }
    },
    FISH {
        @Override
        public String script(CommandLine root) {
            return Fish.script(root.getCommandName(), root);
        }
    };

    /** The script for all commands below a root. */
    public abstract String script(CommandLine root);

    /** As it is typed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

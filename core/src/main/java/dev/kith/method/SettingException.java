package dev.kith.method;

/** A value of a method's parameter makes no sense. The message starts with the parameter's name. */
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String parameter;
    private final String rule;

    /** @param rule what follows the parameter's name: "must be a number, got 'x'" */
    public SettingException(String parameter, String rule) {
        super(parameter + " " + rule);
        this.parameter = parameter;
        this.rule = rule;
    }

    public String parameter() {
        return parameter;
    }

    /** The message without the name in front, for a front end that writes names in its own way. */
    public String rule() {
        return rule;
    }
}

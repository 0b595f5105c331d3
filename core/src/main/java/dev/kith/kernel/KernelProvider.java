package dev.kith.kernel;

/**
 * A kernel that {@link Kernels} finds by name, so that users can write it and models with it can be saved and read:
 * implement this beside the kernel and name the class in {@code META-INF/services/dev.kith.kernel.KernelProvider}, or with
 * {@code provides} in a module.
 */
public interface KernelProvider {
    /** What users write before any colon: {@code rational}. */
    String name();

    /** All that users may write, for messages: {@code rational[:width]}. */
    default String syntax() {
        return name();
    }

    /**
     * The kernel that a text stands for, which begins with {@link #name()}; what follows a colon is the kernel's own affair.
     * {@link Kernel#spec()} must give an equal kernel again.
     *
     * @throws IllegalArgumentException if the text is none, saying why
     */
    Kernel make(String text);
}

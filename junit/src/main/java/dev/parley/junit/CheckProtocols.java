package dev.parley.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * Stands for protocols wherever a tool looks for test classes by name, or does not look into the
 * module's main classes. Surefire, for example, finds {@code ProtocolsTest}, and with it the
 * protocols:
 *
 * <pre>{@code
 * @CheckProtocols
 * class ProtocolsTest {}
 * }</pre>
 *
 * <p>Without elements, it stands for all protocols of the class's package and its subpackages,
 * among main and test classes. IDEs offer to run a class that has it.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Testable
public @interface CheckProtocols {
  /** The protocols' classes. */
  Class<?>[] value() default {};

  /** Packages to look for protocols in, their subpackages included. */
  String[] packages() default {};
}

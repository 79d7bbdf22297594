package dev.parley.report;

import freemarker.core.HTMLOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.DefaultObjectWrapper;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Map;

/** The FreeMarker side: finds the templates beside this class and fills them in. */
final class Templates {
  private final Configuration configuration;

  Templates() {
    configuration = new Configuration(Configuration.VERSION_2_3_34);
    configuration.setClassForTemplateLoading(Templates.class, "");
    configuration.setObjectWrapper(new DefaultObjectWrapper(Configuration.VERSION_2_3_34));
    configuration.setDefaultEncoding("UTF-8");
    configuration.setOutputFormat(HTMLOutputFormat.INSTANCE);
    configuration.setRecognizeStandardFileExtensions(true);
    configuration.setLocale(Locale.ROOT);
    // Bare numbers in templates are ids and coordinates; what people read comes as text.
    configuration.setNumberFormat("computer");
    configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    configuration.setLogTemplateExceptions(false);
  }

  /** The template's text, with {@code page} as its only variable. */
  String render(String template, Object page) throws IOException {
    StringWriter out = new StringWriter();
    try {
      configuration.getTemplate(template).process(Map.of("page", page), out);
    } catch (TemplateException e) {
      throw new IllegalStateException(
          "the report template " + template + " does not fit its page; this is a bug in Parley", e);
    }
    return out.toString();
  }
}

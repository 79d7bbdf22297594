/** The recorded past of protocols: one line per commit and instance, in a file that only grows. */
package dev.parley.runner.history;

/**
 * Results in, HTML files out: {@link dev.parley.report.HtmlReport} is the front door.
 *
 * <p>Each page is prepared in Java as a tree of small records ({@code IndexPage}, {@code
 * InstancePage}, {@code TracePanel}, {@code SequenceChart}) in which every number is already text
 * and every list already sorted; the templates only lay them out. The records are public because
 * FreeMarker reads public types only; the classes around them are not.
 */
package dev.parley.report;

/**
 * The protocols that README and the user guide show. They are compiled and checked with every
 * build, and {@code GuideTest} compares the documents with them.
 */
package example;

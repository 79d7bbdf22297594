/** Protocols in a subpackage. */
package example.deeper;

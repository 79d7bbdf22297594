/** No protocols. */
package example.empty;

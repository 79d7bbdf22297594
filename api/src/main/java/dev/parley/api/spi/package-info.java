/** The side of the API that faces engines. Protocols have no use for it. */
package dev.parley.api.spi;

/** Methods that are answered or forwarded: RFC 9110, PATCH, WebDAV (RFC 4918, 3253, 3744, 5323), CalDAV (RFC 4791). */
export const httpMethods: readonly string[] = (
  'GET HEAD POST PUT PATCH DELETE OPTIONS PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK SEARCH REPORT ' +
  'MKCALENDAR ACL BIND UNBIND REBIND CHECKOUT MERGE MKACTIVITY LINK UNLINK QUERY'
).split(' ');

/** A method as requests are recorded with it. */
export const methodPattern: RegExp = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;

/** RFC 8288: where the next page of this list is. The body stays the plain list. */
export function nextLink(c: { req: { url: string } }, cursor: string): { Link: string } {
  const url = new URL(c.req.url)
  url.searchParams.set('cursor', cursor)
  return { Link: `<${url.pathname}${url.search}>; rel="next"` }
}

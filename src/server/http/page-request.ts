/** Addresses that are never pages: below them nothing is a document, not even a 404. */
const notPages = /^\/(api|auth|assets|files|media|images|og|healthz|metrics)(\/|$)/

/** Whether somebody asks for a document. */
export const isPageRequest = (method: string, path: string) =>
  (method === 'GET' || method === 'HEAD') && !notPages.test(path)

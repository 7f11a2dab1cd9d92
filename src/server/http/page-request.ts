const notPages = /^\/(api|auth|assets|files|media|images|og|healthz|metrics)(\/|$)/

export const isPageRequest = (method: string, path: string) =>
  (method === 'GET' || method === 'HEAD') && !notPages.test(path)

/** Addresses of the API that pages link to. Plain values, so that every page may import them. */

/** Every path of the API begins so. */
export const apiPrefix = '/api/'
/** Redirects to the sign-in page. */
export const loginPath = '/api/login'
/** Ends the session and goes home. */
export const logoutPath = '/api/logout'

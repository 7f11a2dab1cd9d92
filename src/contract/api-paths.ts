export const apiPrefix = '/api/'
export const loginPath = '/api/login'
export const logoutPath = '/api/logout'

import { sessionQuery, sessionsQuery } from '#client/people/api/account.ts'
import { siteRoleQuery } from '#client/people/api/site-roles.ts'
import type { RouteFacts } from '#client/route.ts'
import { dataExportQuery } from '#client/site/api/account.ts'

export const peopleRoutes: readonly RouteFacts[] = [
  {
    id: 'login',
    path: '/login',
    title: 'Sign in',
    description: 'Join the fishing tournament platform',
    indexable: true,
    preview: 'next',
    data: 'none',
  },
  {
    id: 'recover',
    path: '/recover',
    title: 'Reset your password',
    description: 'Get a link to choose a new password.',
    data: 'none',
  },
  {
    id: 'reset',
    path: '/reset',
    title: 'Choose a new password',
    description: 'Choose a new password for your account.',
    data: 'none',
  },
  {
    id: 'confirm',
    path: '/confirm',
    title: 'Confirm your address',
    description: 'Confirm your e-mail address.',
    data: 'none',
  },
  {
    id: 'logout',
    path: '/logout',
    title: 'Sign out',
    description: 'End your session.',
    data: 'none',
  },
  {
    id: 'account',
    path: '/account',
    access: 'member',
    title: 'Your account',
    description: 'Your name, picture, address, password and sessions.',
    preload: () => [siteRoleQuery(), sessionQuery(), sessionsQuery(), dataExportQuery()],
  },
]

import type { NotificationRole } from '#contract/notifications/notification-kinds.ts'

export interface RoleGroups {
  own: NotificationRole[]
  rest: NotificationRole[]
}

/** Anyone may follow something. */
export function groupRoles(concerns: Record<Exclude<NotificationRole, 'followers'>, boolean>): RoleGroups {
  const roles = ['captains', 'organisers', 'crew'] as const
  return {
    own: ['followers', ...roles.filter(role => concerns[role])],
    rest: roles.filter(role => !concerns[role]),
  }
}

/** Returns the error of quiet hours by field: both times are needed, or neither. */
export function quietProblem(data: FormData): Record<string, string> {
  const [from, to] = [data.get('quietFrom'), data.get('quietTo')]
  if (Boolean(from) === Boolean(to)) return {}
  return from
    ? { quietTo: 'Enter when your quiet hours end, or leave both empty.' }
    : { quietFrom: 'Enter when your quiet hours begin, or leave both empty.' }
}

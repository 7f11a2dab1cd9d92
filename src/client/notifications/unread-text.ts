/** The number at the bell; '' for none. */
export const unreadText = (unread: number): string => (unread > 9 ? '9+' : unread > 0 ? String(unread) : '')

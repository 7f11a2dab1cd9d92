interface Named {
  firstName: string | null
  lastName: string | null
  email: string
}

/** The name that stands for a person's face, initials included: the same wherever that face is shown. */
export const fullName = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

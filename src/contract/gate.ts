import { type } from 'arktype'

const message = () => 'Please enter the site password'

export const validatePassword = type({ password: type('string').configure({ message }, 'self') }).configure(
  { message },
  { kind: 'required' },
)

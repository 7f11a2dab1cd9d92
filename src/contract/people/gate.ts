import { type } from '../arktype.ts'
import { constant, object } from '../json-schema.ts'

export const unlocked = object({ unlocked: constant(true) })

const message = () => 'Please enter the site password'

export const validatePassword = type({ password: type('string').configure({ message }, 'self') }).configure(
  { message },
  { kind: 'required' },
)

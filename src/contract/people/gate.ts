import { type } from '../arktype.ts'
import { constant, object } from '../json-schema.ts'

export const unlockAnswer = object({ unlocked: constant(true) })

const message = () => 'Please enter the site password'

export const validatePassword = type({ password: type('string').configure({ message }, 'self') }).configure(
  { message },
  { kind: 'required' },
)

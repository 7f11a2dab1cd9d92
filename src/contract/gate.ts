import { type } from 'arktype'

export const validatePassword = type({ password: 'string' })

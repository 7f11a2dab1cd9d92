// The configuration counts for types that are made after it.
import './arktype-config.ts'

export { type Type, type } from 'arktype'

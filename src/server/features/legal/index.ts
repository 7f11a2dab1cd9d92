export { findVersion } from './legal.queries.ts'
export { legalRoutes } from './legal.routes.ts'
export { isLegalKind, textProblem } from './legal.rules.ts'
export { setText, termsVersion, textInForce } from './legal-texts.ts'

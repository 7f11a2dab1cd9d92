export { findVersion } from './legal.queries.ts'
export { legalRoutes } from './legal.routes.ts'
export { isLegalKind, textProblem } from './legal.rules.ts'
export { hasOwnText, setText, termsVersion, termsVersionAt, textInForce } from './legal-texts.ts'

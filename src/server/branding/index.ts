export {
  type Brand,
  logoPath,
  noBrand,
  putBrand,
  readBrand,
  readStoredBrand,
} from './branding.queries.ts'
export { type Branding, makeBranding } from './make-branding.ts'

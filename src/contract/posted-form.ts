/** Shown again without JavaScript. */
export interface PostedForm {
  /** Without passwords. */
  values: Record<string, string>
  errors: Record<string, string>
  message: string | null
}

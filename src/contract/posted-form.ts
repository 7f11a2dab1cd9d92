/** A refused form, shown again without JavaScript. */
export interface PostedForm {
  /** Input by field, without passwords. */
  values: Record<string, string>
  /** By field. */
  errors: Record<string, string>
  /** Of the whole form. */
  message: string | null
}

/** A posted form that the server shows again without JavaScript. */
export interface PostedForm {
  /** Values by field, without passwords. */
  values: Record<string, string>
  errors: Record<string, string>
  message: string | null
}

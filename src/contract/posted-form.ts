/** A form that a browser without JavaScript sent and that was refused: the page shows it again. */
export interface PostedForm {
  /** What was typed, by field; never a password. */
  values: Record<string, string>
  /** What is wrong, by field. */
  errors: Record<string, string>
  /** What is wrong beyond the fields. */
  message: string | null
}

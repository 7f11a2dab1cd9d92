/** An error that the operator can mend. The message is one line: the cause, and the next step where one is known. */
export class OperatorError extends Error {}

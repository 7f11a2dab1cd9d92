import { type Messages, tooLong } from '#client/ui/forms/form-rules.ts'
import { textRules } from '#contract/field-texts.ts'

export const replyMessages: Messages = { reply: { valueMissing: textRules.fundingReply.required } }

export const checkReply = (data: FormData) => tooLong(data, { reply: textRules.fundingReply })

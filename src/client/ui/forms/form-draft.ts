import { type Draft, deleteDraft, isReturn, readDraft, writeDraft } from '#client/ui/forms/drafts.ts'
import { type Control, controlsOf } from '#client/ui/forms/form-rules.ts'

const isToggle = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** Returns whether the control may be stored: never passwords, codes, cards or files. */
const isStorable = (control: Control) =>
  control.type !== 'password' &&
  control.type !== 'file' &&
  !('secret' in control.dataset) &&
  !/^(cc-|one-time-code|.*-password)/.test(control.autocomplete)

const draftControls = (form: HTMLFormElement) => controlsOf(form).filter(isStorable)

const nameOf = (control: Control) => (isToggle(control) ? `${control.name}=${control.value}` : control.name)

function isChanged(control: Control): boolean {
  if (isToggle(control)) return control.checked !== control.defaultChecked
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(option => option.selected !== option.defaultSelected)
  return control.value !== control.defaultValue
}

function setNatively(control: Control, property: 'value' | 'checked', value: string | boolean): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), property)?.set?.call(control, value)
}

function restore(control: Control, value: string | boolean): void {
  if (isToggle(control)) {
    if (control.checked === value) return
    // React listens to clicks here.
    control.click()
  } else if (control.value !== value) {
    setNatively(control, 'value', value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

export interface FormDraft {
  save(): void
  discard(): void
}

const nothing: FormDraft = { save: () => {}, discard: () => {} }

/** Title and description of the dialog around a form, which name the row that it changes. */
function dialogTexts(form: HTMLFormElement): string[] {
  const parts = form
    .closest('[data-scope=dialog][data-part=content]')
    ?.querySelectorAll('[data-part=title], [data-part=description]')
  return [...(parts ?? [])].map(({ textContent }) => textContent)
}

/** @param row id of what the form is about, where its dialog doesn't name it */
export function makeDraft(form: HTMLFormElement, viewerId: string, row?: string): FormDraft {
  const controls = draftControls(form)
  const dialog = dialogTexts(form)
  const isLong = dialog.length > 0 && controls.some(({ type }) => type === 'textarea')
  const isSingle = new Set(controlsOf(form).map(({ name }) => name)).size < 2
  if (controls.length === 0 || (isSingle && !isLong && row === undefined)) return nothing
  const names = [...new Set(controls.map(({ name }) => name))]
  const id = [viewerId, location.pathname, ...dialog, row ?? [], ...names].flat().join(' ')
  if (isReturn()) {
    const draft = readDraft(id)
    // Values from the browser or typed before hydration are newer. A restored field may change others: filter first.
    for (const control of controls.filter(each => !isChanged(each))) {
      const value = draft?.[nameOf(control)]
      if (value !== undefined) restore(control, value)
    }
  } else deleteDraft(id)
  return {
    save() {
      const draft: Draft = {}
      for (const control of draftControls(form))
        if (isChanged(control)) draft[nameOf(control)] = isToggle(control) ? control.checked : control.value
      if (Object.keys(draft).length > 0) writeDraft(id, draft)
      else deleteDraft(id)
    },
    discard: () => deleteDraft(id),
  }
}

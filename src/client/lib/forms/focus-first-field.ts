/** A form's ref, where the button that opened the form, and had the focus, is unmounted. */
export const focusFirstField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()

/** Date of the terms and the privacy notice in force; whoever accepted another one is asked again. */
export const TERMS_VERSION = '2026-11-22'

/** Date of the current terms and privacy notice; users who accepted another version are asked again. */
export const TERMS_VERSION = '2026-11-24'

/**
 * Whether this browser can use passkeys here; they belong to a domain, not to an IP address. True in the build, which
 * draws the sign-in of most browsers.
 */
export const canUsePasskeys = (): boolean =>
  typeof location === 'undefined' ||
  (typeof PublicKeyCredential === 'function' && !/^(\[|[\d.]+$)/.test(location.hostname))

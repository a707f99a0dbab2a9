/** Touch is the primary input: focusing a field opens an on-screen keyboard. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

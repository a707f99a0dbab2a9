/** Whether fingers are the first way to point here: focusing a field would open a keyboard over the page. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

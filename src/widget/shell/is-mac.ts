/** Whether keys are named as on a Mac. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/**
 * This page has no service worker. One that is there was left by whoever had this address before, and stands between the
 * page and its server: it goes. Whether it held this very page, which then has to be loaded anew.
 */
export async function removeServiceWorkers(): Promise<boolean> {
  try {
    const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
    const left = await Promise.all(workers.map((worker) => worker.unregister()));
    return left.includes(true) && navigator.serviceWorker.controller !== null;
  } catch {
    // Where none may be asked for, there is none.
    return false;
  }
}

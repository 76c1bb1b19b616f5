const port = new URLSearchParams(location.hash.slice(1)).get('floorPort');
if (port) {
  addEventListener(
    'floor-offer',
    ({ ports: [page] }) => {
      chrome.runtime.sendMessage('prepare').then(() => {
        const link = chrome.runtime.connect({ name: `ws://127.0.0.1:${port}/` });
        link.onMessage.addListener((data) => page.postMessage(data));
        page.onmessage = ({ data }) => link.postMessage(data);
      });
    },
    { once: true },
  );
}

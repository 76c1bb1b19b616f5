chrome.runtime.onMessage.addListener((message, _sender, answer) => {
  if (message !== 'prepare') return;
  chrome.offscreen
    .createDocument({ url: 'link.html', reasons: ['WORKERS'], justification: 'Holds the socket.' })
    .then(() => answer(true));
  return true;
});

chrome.runtime.onConnect.addListener((port) => {
  const socket = new WebSocket(port.name, ['mcp']);
  socket.onmessage = ({ data }) => port.postMessage(data);
  port.onMessage.addListener((data) => socket.send(data));
});

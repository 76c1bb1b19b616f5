const { port1, port2 } = new MessageChannel();
port1.onmessage = ({ data }) => port1.postMessage(data);
dispatchEvent(new MessageEvent('floor-offer', { ports: [port2] }));

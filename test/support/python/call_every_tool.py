"""Follows a plan of calls with Python's official MCP client, and prints how each of them ended."""

import asyncio
import json
import re
import sys

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

MARKS = re.compile(r"\$(?:notebook|a|b)\b")


def server_of(job):
    if "url" not in job:
        return StdioServerParameters(command=job["command"], args=job["args"])
    headers = {"Authorization": f"Bearer {job['token']}"}
    return streamable_http_client(job["url"], http_client=httpx2.AsyncClient(headers=headers, timeout=None))


async def follow(client, plan):
    known = {}
    endings = []
    for step in plan:
        args = MARKS.sub(lambda mark: known.get(mark[0], mark[0]), json.dumps(step["args"]))
        result = await client.call_tool(step["name"], json.loads(args))
        data = result.structured_content or {}
        endings.append([step["name"], data["error"]["kind"] if result.is_error else None])
        if step["name"] == "open_colab_browser_connection":
            known["$notebook"] = data["notebook"]["id"]
        if step["name"] == "add_cells":
            known["$a"], known["$b"] = data["newCellIds"]
    return endings


async def main():
    job = json.load(sys.stdin)
    info = Implementation(name="Python", version="1")
    async with Client(server_of(job), client_info=info) as client:
        tools = (await client.list_tools()).tools
        endings = await follow(client, job["plan"])
        print(json.dumps({"tools": sorted(tool.name for tool in tools), "endings": endings}))


asyncio.run(main())

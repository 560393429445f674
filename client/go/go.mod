module nameplate

go 1.19
